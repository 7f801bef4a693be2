// @ts-check
/**
 * Items of this browser's storage. Where the browser blocks the storage, or has no room, they last as long as the page. In
 * a full storage the last answers of the server make room, because they are worth less than all others.
 */

/** The names of the last answers of the server begin with this. */
export const LAST_ANSWERS = "regicide.last.";

const local = itemsOf(() => localStorage);

/** Items of this tab. */
export const tabItems = itemsOf(() => sessionStorage);

/** The items of a storage, and those that it does not take, which last as long as the page. @param {() => Storage} storage */
function itemsOf(storage) {
  /** @type {Map<string, string>} */
  const ofPage = new Map();
  const stored = (/** @type {string} */ name) => attempt(() => storage().getItem(name), null);
  const store = (/** @type {string} */ name, /** @type {string} */ text) =>
    attempt(() => (storage().setItem(name, text), ofPage.delete(name), true), false);
  return {
    stored,
    store,
    get: (/** @type {string} */ name) => ofPage.get(name) ?? stored(name),
    set: (/** @type {string} */ name, /** @type {string} */ text) =>
      store(name, text) || (ofPage.set(name, text), false),
    remove: (/** @type {string} */ name) => attempt(() => (ofPage.delete(name), storage().removeItem(name)), undefined),
  };
}

/**
 * The value of an access to a storage; another one where the browser refuses the access.
 * @template Value
 * @param {() => Value} access @param {Value} other @returns {Value}
 */
function attempt(access, other) {
  try {
    return access();
  } catch {
    return other;
  }
}

/** @param {string} name */
export const getItem = (name) => local.get(name);

/** The value of an item in JSON; null if there is none, or if it is damaged. @param {string} name @returns {any} */
export const getValue = (name) => parsed(local.get(name));

/** The value of an item that outlasts the page, as `getValue`. @param {string} name @returns {any} */
export const storedValue = (name) => parsed(local.stored(name));

/** @param {string | null} text */
const parsed = (text) => attempt(() => JSON.parse(text ?? "null"), null);

/** Store an item, if need be in the room of the last answers. Returns whether it outlasts the page. @param {string} name @param {string} text */
export const setItem = (name, text) => local.set(name, text) || (dropAnswers() && local.set(name, text));

/** @param {string} name @param {unknown} value */
export const setValue = (name, value) => setItem(name, JSON.stringify(value));

/** @param {string} name */
export const removeItem = (name) => local.remove(name);

/** The names of the stored items that begin with a prefix. @param {string} prefix */
export const itemNames = (prefix) =>
  attempt(() => Object.keys(localStorage), []).filter((name) => name.startsWith(prefix));

/** Store an item if there is room. Returns whether it is stored. @param {string} name @param {string} text */
export const storeItem = (name, text) => local.store(name, text);

/** Remove the last answers of the server. Returns whether there were any. */
function dropAnswers() {
  const answers = itemNames(LAST_ANSWERS);
  answers.forEach(removeItem);
  return answers.length > 0;
}
