import { defined, isJsonObject, type JsonObject, type JsonValue } from '@hookloom/core';

export const EVIDENCE_KINDS = ['source', 'command', 'test', 'file', 'event'] as const;
export type EvidenceKind = (typeof EVIDENCE_KINDS)[number];

/** The recorded evidence of a finding. */
export interface EvidenceItem {
  kind: EvidenceKind;
  reference: string;
  citation?: string;
  /** The state at the time of the report, such as the blob hash of a file. */
  snapshot?: JsonObject;
}

export function evidenceIn(value: JsonValue | undefined): EvidenceItem[] {
  return (Array.isArray(value) ? value : []).filter(isJsonObject).flatMap((item) => {
    const { kind, reference, citation, snapshot } = item;
    const known = EVIDENCE_KINDS.find((each) => each === kind);
    if (known === undefined || typeof reference !== 'string') return [];
    return [
      {
        kind: known,
        reference,
        ...(typeof citation === 'string' && { citation }),
        ...(isJsonObject(snapshot) && { snapshot }),
      },
    ];
  });
}

/** The item as recorded, without derived fields. */
export function recordedItem({ kind, reference, citation, snapshot }: EvidenceItem): JsonObject {
  return defined({ kind, reference, citation, snapshot });
}
