// @ts-check
/**
 * Where the API is: `?api=URL`, else what the page's `<meta name="regicide-api">` says, else the server of the page.
 * @returns {string}
 */
function apiUrl() {
  const asked = new URLSearchParams(location.search).get("api");
  const said = document.querySelector('meta[name="regicide-api"]')?.getAttribute("content");
  return new URL(asked || said || "/", location.href).href.replace(/\/$/, "");
}

export const API = apiUrl();

/** Whether the reader wants few movements. */
export const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
