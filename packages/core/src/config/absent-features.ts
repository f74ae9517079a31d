/** Variables of Zaxy and claude-mem for features that Hookloom does not have. A person who sets one relies on it. */

export interface AbsentFeature {
  names: RegExp;
  /** A sentence that says what does not happen. */
  means: string;
  /** Values that request no missing feature. */
  harmless?: RegExp;
}

export const ABSENT_FEATURES: readonly AbsentFeature[] = [
  {
    names: /^ZAXY_OFFLOAD_TOOL_IO$/,
    means: 'outputs of tools are kept bounded',
    harmless: /^(false|0)$/,
  },
  {
    names: /^CONTEXT_(VERBATIM|PACKET_MEMORY)_(ENABLED|SLOTS)$/,
    means: 'a checkout has no such part',
    harmless: /^(false|0)$/,
  },
  {
    names: /^RERANKER_[A-Z_]+$/,
    means: 'only a cross-encoder in RERANKER_MODEL_DIR is used',
    harmless: /^(false|0|none)$/,
  },
  { names: /^PATHLIGHT_[A-Z_]+$/, means: 'no traces are sent', harmless: /^(false|0)$/ },
  { names: /^TRACE_RAW_QUERIES$/, means: 'no traces are made', harmless: /^(false|0)$/ },
  {
    names: /^ENCODING_GATE_ENABLED$/,
    means: 'what is recorded is decided by rules that cannot be switched',
  },
  {
    names: /^VECTOR_(ANN_[A-Z_]+|QUANTIZATION)$/,
    means: 'vectors are compared exactly',
    harmless: /^(none|off|false|0)$/,
  },
  {
    names: /^CLAUDE_MEM_[A-Z_]+$/,
    means: 'this variable of claude-mem is not read; `hookloom settings list` names those that are',
  },
];
