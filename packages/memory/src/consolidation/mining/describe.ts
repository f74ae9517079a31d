/** Describes a sequence as a person would: its purpose, its steps, and a check that it worked. */
import { kindOf } from './kinds.ts';
import type { RunStep } from './runs.ts';
import { filesOf, inCommon, templateOf } from './templates.ts';
import { EDIT_STEP } from './steps.ts';

export type Description = ReturnType<typeof describe>;

/** @param places The steps of each occurrence, which all have the same names */
export function describe(names: readonly string[], places: readonly (readonly RunStep[])[]) {
  const parts = names.map((name, at) =>
    partOf(
      name,
      places.map((steps) => steps[at]!),
    ),
  );
  const actions = parts.map(({ action }) => action);
  const last = parts.at(-1)!;
  const end = kindOf(last.name);
  const ends = parts
    .filter((part) => part === last || kindOf(part.name).isCheck)
    .map(({ what }) => `\`${what}\``);
  return {
    title: capitalised(listed(actions)),
    /** When to use it. */
    when:
      names[0] === EDIT_STEP
        ? `When you change ${parts[0]!.what}.`
        : end.isDelivery
          ? `When you are ready to ${end.action}.`
          : 'When you want to know whether your work is right.',
    /** One sentence for each step. */
    instructions: parts.map(({ instruction }) => instruction),
    /** The check that it worked: "`npm test` succeeds." */
    check: `${listed(ends)} ${ends.length === 1 ? 'succeeds' : 'succeed'}.`,
  };
}

function partOf(name: string, steps: readonly RunStep[]) {
  if (name === EDIT_STEP) {
    const files = filesOf(steps.map(({ paths }) => paths));
    const what = files === '' ? 'the code' : `\`${files}\``;
    return { name, action: `change ${what}`, what, instruction: `Change ${what}.` };
  }
  const again = steps.some(({ wasRepeated }) => wasRepeated)
    ? ' If it fails, correct what it reports and run it again.'
    : '';
  if (!name.startsWith('command:'))
    return {
      name,
      action: `use ${name.slice(5)}`,
      what: name.slice(5),
      instruction: `Use ${name.slice(5)}.${again}`,
    };
  /** The files, or the command. */
  const what = steps
    .map(({ words }) => templateOf(words))
    .reduce((one, other) => inCommon(one, other))
    .join(' ');
  return { name, action: kindOf(name).action, what, instruction: `Run \`${what}\`.${again}` };
}

/** Such as "a, b and c". */
function listed(actions: readonly string[]): string {
  const last = actions.at(-1) ?? '';
  const rest = [...new Set(actions.slice(0, -1))].filter((each) => each !== last);
  return rest.length === 0 ? last : `${rest.join(', ')} and ${last}`;
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
