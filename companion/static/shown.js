// A page that is left may come back as it was, by the Back button: no script of it runs anew then.

/** Connect now and whenever the page comes back; leave whenever it is left. */
export function whileShown(connect, leave) {
  addEventListener("pagehide", leave);
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted) connect();
  });
  connect();
}
