// Calls that few games need: links to seats, and PDN.

import { at, call, Refusal } from "./api.js";

/** @returns {Promise<InvitationView>} */
export const invite = (id, place) => call("POST", at(id, "invite"), { place });
export const codeAddress = (id, place) => at(id, `invite/${place}.svg`);
/** @returns {Promise<JoinedView>} */
export const join = (path, name) => call("POST", `/api${path}`, { name });
export const pdnAddress = (id) => at(id, "pdn");

export async function pdn(id) {
  const response = await fetch(pdnAddress(id));
  if (!response.ok) throw new Refusal("The game could not be read.", response.status);
  return response.text();
}
