// @ts-check
/** Items of `localStorage` when it may be full: the last answers of the server are worth less than all others. */

/** The names of the last answers of the server begin with this. */
export const LAST_ANSWERS = "regicide.last.";

/** Store an item, if need be in the room of the last answers. Returns whether it is stored. @param {string} name @param {string} text */
export const setItem = (name, text) => isStored(name, text) || (dropAnswers() && isStored(name, text));

/** @param {string} name @param {string} text */
function isStored(name, text) {
  try {
    localStorage.setItem(name, text);
    return true;
  } catch {
    return false;
  }
}

/** Remove the last answers of the server. Returns whether there were any. */
function dropAnswers() {
  const answers = Object.keys(localStorage).filter((name) => name.startsWith(LAST_ANSWERS));
  answers.forEach((name) => localStorage.removeItem(name));
  return answers.length > 0;
}
