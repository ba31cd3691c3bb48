// Shared by all pages of the site: makes the site available offline and offers a new version when
// there is one. The new version takes over when the user accepts it, or on the next visit.

const here = location.pathname.split("/").pop() || "index.html";
document.querySelector(`nav a[href="${here}"]`)?.setAttribute("aria-current", "page");

/** @param {ServiceWorker} worker */
function offer(worker) {
  const bar = document.getElementById("update");
  if (!bar || !navigator.serviceWorker.controller) return;
  bar.hidden = false;
  bar.querySelector("button").onclick = () => {
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
    worker.postMessage("take over");
  };
}

async function keep() {
  const registration = await navigator.serviceWorker.register("sw.js");
  if (registration.waiting) offer(registration.waiting);
  registration.addEventListener("updatefound", () => {
    const worker = /** @type {ServiceWorker} */ (registration.installing);
    worker.addEventListener("statechange", () => {
      if (worker.state === "installed") offer(worker);
    });
  });
}

if ("serviceWorker" in navigator && isSecureContext) keep().catch(console.info);
