/** The groups of friends whose boards of today's deal this browser shows, in `localStorage`: their secret keys, and names. */
import { ofApi } from "./api_address.ts";
import { getValue, setValue } from "./items.ts";

const GROUPS = "regicide.groups";
const KEY = /^[0-9A-Za-z_-]{16,64}$/;
export const MAX_GROUPS = 9;
export const MAX_GROUP_NAME = 40;
/**
 * What has no visible form, turns the direction of the text around it, or is half a character; joiners and selectors
 * after others than emoji, Arabic letters and marks; and marks after four on one character.
 */
const HIDDEN =
  /(?![\u200c\u200d\ufe0e\ufe0f])[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}\p{DI}\u2800]|(?<![\p{ExtPict}\p{EMod}\p{Script=Arabic}\p{M}])[\u200c\u200d\ufe0e\ufe0f]|(?<=\p{M}{4})\p{M}/gu;

/** The name is this browser's own: the server does not have it. */
export type Group = { key: string; name: string };

/** Whether a text can be the key of a group. */
export const isGroupKey = (text: string) => KEY.test(text);

/** A name as it is shown, without hidden characters and not longer than a name can be; "" if nothing is left. */
export function groupName(text: string) {
  const visible = text.replace(/\s+/g, " ").replace(HIDDEN, "").trim();
  return [...visible].slice(0, MAX_GROUP_NAME).join("").trim();
}

/** The groups, the newest last; what is damaged is left out. */
export function groups(): Group[] {
  const stored: unknown = getValue(ofApi(GROUPS));
  const known: Group[] = Array.isArray(stored) ? stored.filter(isGroup) : [];
  return known.map(({ key, name }) => ({ key, name: groupName(name) || key }));
}

const isGroup = (group: any): group is Group =>
  typeof group?.name === "string" && typeof group.key === "string" && isGroupKey(group.key);

/** Whether there is room for one more group. */
export const hasRoomForGroup = () => groups().length < MAX_GROUPS;

/** Keep a group after the others. */
export const saveGroup = (group: Group) => setValue(ofApi(GROUPS), [...groups(), group]);

export const forgetGroup = (key: string) =>
  setValue(
    ofApi(GROUPS),
    groups().filter((group) => group.key !== key),
  );
