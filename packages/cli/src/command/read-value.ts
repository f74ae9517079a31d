import { nearWord } from '@hookloom/core';
import { InvalidArgumentError, type Argument, type Option } from 'commander';
import type { OptionDefinition } from './definition.ts';

/** Reads a value as the definition says, and refuses one that is not among its choices. */
export function reading<P extends Argument | Option>(
  parsed: P,
  { choices, parse }: Pick<OptionDefinition, 'choices' | 'parse'>,
): P {
  if (choices !== undefined) parsed.choices(choices);
  else if (parse === undefined) return parsed;
  return parsed.argParser((text: string, previous: unknown) => {
    const value = parse === undefined ? text : refusing(parse, text);
    for (const word of choices === undefined ? [] : [value].flat())
      if (typeof word === 'string' && !choices!.includes(word)) throw unknownWord(word, choices!);
    if (!parsed.variadic) return value;
    return Array.isArray(previous) ? [...previous, value] : [value];
  }) as P;
}

function unknownWord(word: string, choices: readonly string[]): InvalidArgumentError {
  const near = nearWord(word, choices);
  const hint = near === undefined ? '' : `\n(Did you mean ${near}?)`;
  return new InvalidArgumentError(`Allowed choices are ${choices.join(', ')}${hint}`);
}

function refusing(parse: (text: string) => unknown, text: string): unknown {
  try {
    return parse(text);
  } catch (error) {
    throw new InvalidArgumentError(error instanceof Error ? error.message : String(error));
  }
}
