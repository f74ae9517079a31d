import { skill, skillRequest } from '../../operations/skill.ts';
import { defineTool } from './tool.ts';

export const skillTools = [
  defineTool({
    name: 'memory_skill',
    title: 'Keep a procedure',
    description:
      'Records one step in the lifecycle of a reusable procedure. proposed {procedure, summary} · validated {evidence} lets a checkout offer it · revised {version, supersedes_version, procedure} · applied {task} · outcome_recorded {success_score 0-1 or feedback: used, helpful, passed, success, failed, failure, irrelevant, regressed} · contradicted {contradiction_reason} · deprecated {reason}. version defaults to 1. Citations must be of this project. A step that makes no sense is refused.',
    input: skillRequest,
    scope: 'write',
    run: (context, args, caller) => skill(context, args, caller),
    summarize: (result) => `recorded ${result.event_type}`,
  }),
];
