// @ts-check
/**
 * Items of this browser's storage. Where the browser blocks the storage, they last as long as the page. In a full storage
 * the last answers of the server make room, because they are worth less than all others.
 */

/** @typedef {Pick<Storage, "getItem" | "setItem" | "removeItem">} Items */

/** The names of the last answers of the server begin with this. */
export const LAST_ANSWERS = "regicide.last.";

/** Items of a page whose browser blocks its storage. @type {Items} */
const pageItems = inMemory();

const local = () => usable(() => localStorage);
/** Items of this tab. */
export const tabItems = () => usable(() => sessionStorage);

/** A storage, or that of the page where access to it is an error. @param {() => Items} storage @returns {Items} */
function usable(storage) {
  try {
    return storage() ?? pageItems;
  } catch {
    return pageItems;
  }
}

/** @returns {Items} */
function inMemory() {
  const items = new Map();
  return {
    getItem: (name) => items.get(name) ?? null,
    setItem: (name, text) => void items.set(name, text),
    removeItem: (name) => void items.delete(name),
  };
}

/** @param {string} name */
export const getItem = (name) => local().getItem(name);

/** The value of an item in JSON; null if there is none, or if it is damaged. @param {string} name @returns {any} */
export function getValue(name) {
  try {
    return JSON.parse(local().getItem(name) ?? "null");
  } catch {
    return null;
  }
}

/** Store an item, if need be in the room of the last answers. Returns whether it is stored. @param {string} name @param {string} text */
export const setItem = (name, text) => storeItem(name, text) || (dropAnswers() && storeItem(name, text));

/** @param {string} name @param {unknown} value */
export const setValue = (name, value) => setItem(name, JSON.stringify(value));

/** @param {string} name */
export const removeItem = (name) => local().removeItem(name);

/** The names of the items that begin with a prefix. @param {string} prefix */
export const itemNames = (prefix) => Object.keys(local()).filter((name) => name.startsWith(prefix));

/** Store an item if there is room. Returns whether it is stored. @param {string} name @param {string} text */
export function storeItem(name, text) {
  try {
    local().setItem(name, text);
    return true;
  } catch {
    return false;
  }
}

/** Remove the last answers of the server. Returns whether there were any. */
function dropAnswers() {
  const answers = itemNames(LAST_ANSWERS);
  answers.forEach(removeItem);
  return answers.length > 0;
}
