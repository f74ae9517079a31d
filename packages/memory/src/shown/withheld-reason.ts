/** Why a text from an untrusted channel is withheld. */
export type WithheldReason =
  | 'overrides_instructions'
  | 'role_marker'
  | 'addresses_assistant'
  | 'tool_call_syntax'
  | 'asks_for_secret'
  | 'data_in_url'
  | 'claims_authority'
  | 'plants_memory'
  | 'conceals_from_user'
  | 'directs_unsafe_action'
  | 'hidden_characters'
  | 'opaque_payload';
