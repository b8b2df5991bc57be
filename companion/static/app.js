// What every page does: it can be installed, and opens without the companion in reach.

if ("serviceWorker" in navigator) navigator.serviceWorker.register("/sw.js").catch(() => {});
