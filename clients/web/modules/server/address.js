// @ts-check
/**
 * The URL of the API: `?api=URL`, else the page's `<meta name="regicide-api">`, else the server of the page.
 * @returns {string}
 */
function apiUrl() {
  const parameter = new URLSearchParams(location.search).get("api");
  const meta = document.querySelector('meta[name="regicide-api"]')?.getAttribute("content");
  return new URL(parameter || meta || "/", location.href).href.replace(/\/$/, "");
}

export const API = apiUrl();
