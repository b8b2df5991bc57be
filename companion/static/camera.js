// The camera's picture, asked for once at a time: on a slow network questions would pile up.

const PATIENCE_MS = 10000; // then the picture is given up, and the next is asked for

/**
 * Returns a function that asks for the newest picture, unless one is on its way. The image
 * itself takes the place of the one that `place()` gives: its address would be asked for again.
 */
export function createCamera(query, place, shown) {
  let next = null;
  let since = 0;
  return () => {
    if (next && Date.now() - since < PATIENCE_MS) return;
    if (next) next.src = "";
    since = Date.now();
    const image = new Image();
    next = image;
    const over = () => {
      if (next === image) next = null;
    };
    image.onerror = over;
    image.onload = () => {
      over();
      const before = place();
      if (before.id) image.id = before.id;
      image.alt = before.alt;
      before.replaceWith(image);
      shown(image);
    };
    image.src = `/api/camera.jpg?${query}t=${since}`;
  };
}
