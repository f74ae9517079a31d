/** Requests of the mission operations, with the fields of the tools: `coordination_start`, `coordination_promote`, … */
import type { JsonObject } from '@hookloom/core';

export interface InMission {
  /** The session of the mission: letters, digits, `_`, `.` and `-`. */
  mission_id: string;
}

/** The reference of one finding. */
export interface OneFinding extends InMission {
  /** As a report or a brief names it: `scout:finding:1`. */
  finding_id: string;
}

export interface NewMission extends InMission {
  objective: string;
  /** The actor. Default: `coordinator`. */
  actor?: string;
}

export interface NewWorker extends InMission {
  /** The session of the worker's log. */
  worker_id: string;
  actor?: string;
}

export interface NewAssignment extends NewWorker {
  assignment: string;
  /** Minutes until it expires if nothing is reported: 1 to 525,600. */
  lease_minutes?: number;
}

/** The evidence for a finding. */
export interface Evidence {
  kind: 'source' | 'command' | 'test' | 'file' | 'event';
  /** The path of a file, the exact command of a run, or a description of a cited event. */
  reference: string;
  /** The citation of an event in the log of the worker or the mission. */
  citation?: string;
  /** The state at the time of the report. Default: the current state. */
  snapshot?: JsonObject;
}

export interface NewFinding extends NewWorker {
  summary: string;
  /** At most 20. */
  evidence?: Evidence[];
  /** 0 to 1. */
  confidence?: number;
  /** The claim that others may contradict: two findings with the same key and different values are in conflict. */
  claim_key?: string;
  claim_value?: string;
}

export interface Review extends OneFinding {
  /** `rejected` also retracts a promoted finding. */
  status: 'accepted' | 'rejected' | 'deferred' | 'conflicted';
  rationale?: string;
  actor?: string;
}

export interface AcceptedOptions extends InMission {
  /** Most relevant findings first. Default: the objective. */
  query?: string;
  /** Adds pending findings and conflicts, which are not accepted state. For the coordinator. */
  include_diagnostics?: boolean;
  /** 200 to 100,000. */
  max_tokens?: number;
}

export interface Approval extends InMission {
  /** One for each finding, at most 100. A finding is promoted only with `promote: true`. */
  decisions: {
    finding_id: string;
    status: 'accepted' | 'rejected' | 'deferred' | 'conflicted';
    rationale?: string;
    promote?: boolean;
  }[];
  /** The hash of the packet that was decided on. */
  packet_id?: string;
}

export interface NewHandoff extends InMission {
  summary: string;
  /** At most 50. */
  next_steps?: string[];
  /** At most 50. */
  risks?: string[];
}

export interface NewProof extends InMission {
  /** The answer of `missions.checkout()` or of a checkout of the mission's session. */
  checkout: object;
  /** One of its answer candidates, with its outcome. */
  candidate?: JsonObject;
  outcome?: 'used' | 'helpful' | 'rejected' | 'corrected' | 'excluded';
  reason?: string;
  /** Default: `brief`. `handoff` needs `handoff_id`. */
  decision_scope?: 'brief' | 'approval' | 'accepted_checkout' | 'handoff';
  handoff_id?: string;
}

/** One of the three identifies a proof. */
export interface OneProof extends InMission {
  artifact_id?: string;
  handoff_id?: string;
  proof_seq?: number;
}
