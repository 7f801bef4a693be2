/** The groups of friends whose boards of today's deal this browser shows, in `localStorage`: their secret keys, and names. */
import { ofApi } from "./api_address.ts";
import { getValue, setValue } from "./items.ts";

const GROUPS = "regicide.groups";
const KEY = /^[0-9A-Za-z_-]{16,64}$/;
const MAX_GROUPS = 9;
export const MAX_GROUP_NAME = 40;

/** The name is this browser's own: the server does not have it. */
export type Group = { key: string; name: string };

/** Whether a text can be the key of a group. */
export const isGroupKey = (text: string) => KEY.test(text);

/** The groups, the newest last; what is damaged is left out. */
export function groups(): Group[] {
  const stored: unknown = getValue(ofApi(GROUPS));
  return Array.isArray(stored) ? stored.filter(isGroup) : [];
}

const isGroup = (group: any): group is Group => typeof group?.name === "string" && isGroupKey(group.key ?? "");

/** Keep a group, or give it another name; of too many groups, the oldest one is left. */
export function saveGroup(group: Group) {
  const known = groups();
  const others = known.filter(({ key }) => key !== group.key);
  const all =
    others.length < known.length
      ? known.map((each) => (each.key === group.key ? group : each))
      : [...others, group].slice(-MAX_GROUPS);
  setValue(ofApi(GROUPS), all);
}

export const forgetGroup = (key: string) =>
  setValue(
    ofApi(GROUPS),
    groups().filter((group) => group.key !== key),
  );
