// Stands for a page that can't be had: opens it as soon as the companion answers.

const AGAIN_MS = 3000;

async function ask() {
  try {
    // Whatever it answers: it is there.
    await fetch("/healthz", { cache: "no-store" });
    location.reload();
  } catch {
    setTimeout(ask, AGAIN_MS);
  }
}

setTimeout(ask, AGAIN_MS);
