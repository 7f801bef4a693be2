/**
 * Items of this browser's storage. Where the browser blocks the storage, or has no room, they last as long as the page. In
 * a full storage the last answers of the server make room, because they are worth less than all others.
 */

/** The names of the last answers of the server begin with this. */
export const LAST_ANSWERS = "regicide.last.";

const local = itemsOf(() => localStorage);

/** Items of this tab. */
export const tabItems = itemsOf(() => sessionStorage);

/** The items of a storage, and those that it does not take, which last as long as the page. */
function itemsOf(storage: () => Storage) {
  const ofPage: Map<string, string> = new Map();
  const stored = (name: string) => attempt(() => storage().getItem(name), null);
  const store = (name: string, text: string) =>
    attempt(() => (storage().setItem(name, text), ofPage.delete(name), true), false);
  return {
    stored,
    store,
    get: (name: string) => ofPage.get(name) ?? stored(name),
    set: (name: string, text: string) => store(name, text) || (ofPage.set(name, text), false),
    remove: (name: string) => attempt(() => (ofPage.delete(name), storage().removeItem(name)), undefined),
  };
}

/** The value of an access to a storage; another one where the browser refuses the access. */
function attempt<Value>(access: () => Value, other: Value): Value {
  try {
    return access();
  } catch {
    return other;
  }
}

export const getItem = (name: string) => local.get(name);

/** The value of an item in JSON; null if there is none, or if it is damaged. */
export const getValue = (name: string): any => parsed(local.get(name));

/** The value of an item that outlasts the page, as `getValue`. */
export const storedValue = (name: string): any => parsed(local.stored(name));

const parsed = (text: string | null) => attempt(() => JSON.parse(text ?? "null"), null);

/** Store an item, if need be in the room of the last answers. Returns whether it outlasts the page. */
export const setItem = (name: string, text: string) => keepItem(name, text) || local.set(name, text);

/** Store an item as `setItem`, but change nothing if it does not outlast the page. */
const keepItem = (name: string, text: string) => local.store(name, text) || (dropAnswers() && local.store(name, text));

export const setValue = (name: string, value: unknown) => setItem(name, JSON.stringify(value));

/** Store a value as `setValue`, but change nothing if it does not outlast the page. */
export const keepValue = (name: string, value: unknown) => keepItem(name, JSON.stringify(value));

export const removeItem = (name: string) => local.remove(name);

/** The names of the stored items that begin with a prefix. */
export const itemNames = (prefix: string) =>
  attempt(() => Object.keys(localStorage), []).filter((name) => name.startsWith(prefix));

/** Store an item if there is room. Returns whether it is stored. */
export const storeItem = (name: string, text: string) => local.store(name, text);

/** Remove the last answers of the server. Returns whether there were any. */
function dropAnswers() {
  const answers = itemNames(LAST_ANSWERS);
  answers.forEach(removeItem);
  return answers.length > 0;
}
