/** Agents that the user has named, in `localStorage`: their names, and the invitations by which they take seats. */

import { ofApi } from "./api_address.ts";
import { getValue, setValue } from "./items.ts";

const AGENTS = "regicide.agents";
const MAX_AGENTS = 10;

/** the invitation is empty without one */
type OwnAgent = { name: string; invitation: string };

/** The agents, the last one named first. */
export function ownAgents(): OwnAgent[] {
  const saved = getValue(ofApi(AGENTS));
  return Array.isArray(saved) ? saved.filter((each) => typeof each?.name === "string") : [];
}

/** The invitation of an agent; empty without one. */
export const invitationOf = (name: string) => ownAgents().find((each) => each.name === name)?.invitation ?? "";

/** An agent that gets a seat, with the invitation by which it takes seats, if this device has one. */
export const invited = (agent: string) => ({ agent, ...(invitationOf(agent) && { invitation: invitationOf(agent) }) });

/** Save an agent as the last one named. @param invitation empty: none */
export const saveAgent = (name: string, invitation: string) => write([{ name, invitation }, ...others(name)]);

export const forgetAgent = (name: string) => write(others(name));

const others = (name: string) => ownAgents().filter((each) => each.name !== name);

const write = (agents: OwnAgent[]) => setValue(ofApi(AGENTS), agents.slice(0, MAX_AGENTS));
