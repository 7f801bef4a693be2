// @ts-check
/** Agents that the user has named, in `localStorage`: their names, and the invitations by which they take seats. */

import { ofApi } from "./api_address.js";
import { getValue, setValue } from "./items.js";

const AGENTS = "regicide.agents";
const MAX_AGENTS = 10;

/** @typedef {{ name: string, invitation: string }} OwnAgent the invitation is empty without one */

/** The agents, the last one named first. @returns {OwnAgent[]} */
export function ownAgents() {
  const saved = getValue(ofApi(AGENTS));
  return Array.isArray(saved) ? saved.filter((each) => typeof each?.name === "string") : [];
}

/** The invitation of an agent; empty without one. @param {string} name */
export const invitationOf = (name) => ownAgents().find((each) => each.name === name)?.invitation ?? "";

/** Save an agent as the last one named. @param {string} name @param {string} invitation empty: none */
export const saveAgent = (name, invitation) => write([{ name, invitation }, ...others(name)]);

/** @param {string} name */
export const forgetAgent = (name) => write(others(name));

/** @param {string} name */
const others = (name) => ownAgents().filter((each) => each.name !== name);

/** @param {OwnAgent[]} agents */
const write = (agents) => setValue(ofApi(AGENTS), agents.slice(0, MAX_AGENTS));
