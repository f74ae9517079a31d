/** The values that a setting accepts. Any other value has no effect, and the user is informed. */
export interface Accepted {
  /** In words, after "takes". */
  takes: string;
  test(value: string): boolean;
}

export interface Setting extends Accepted {
  name: string;
  /** The documented default, as a reader sees it. */
  defaultValue: string;
  meaning: string;
  /** The flag that takes precedence over it, if there is one. */
  flag?: string;
}

/** @example setting('NO_COLOR', anything, 'unset').means('Any value turns colours off.') */
export function setting(name: string, accepted: Accepted, defaultValue = '', flag?: string) {
  const means = (meaning: string): Setting => ({
    name,
    ...accepted,
    defaultValue,
    meaning,
    ...(flag !== undefined && { flag }),
  });
  return { means };
}

export const anything = matching('any text', /^/);
export const yesOrNo = oneOf('true', 'false');
export const absolutePath = matching('an absolute path', /^([A-Za-z]:)?[/\\]/);
export const price = matching(
  'two prices such as 0.80/4.00',
  /^\d{1,6}(\.\d{1,6})?\/\d{1,6}(\.\d{1,6})?$/,
);
export const amount = matching('a number from 0', /^\d+(\.\d+)?$/);
export const address: Accepted = {
  takes: 'an http or https address',
  test: (value) => URL.canParse(value) && ['http:', 'https:'].includes(new URL(value).protocol),
};

export function matching(takes: string, pattern: RegExp): Accepted {
  return { takes, test: (value) => pattern.test(value) };
}

export function oneOf(...values: string[]): Accepted {
  return { takes: values.join(' or '), test: (value) => values.includes(value) };
}

/** Accepts upper case too. */
export function wordOf(...words: string[]): Accepted {
  return { takes: words.join(' or '), test: (value) => words.includes(value.toLowerCase()) };
}

export function wholeNumber(min: number, max: number): Accepted {
  return {
    takes: `a whole number from ${min} to ${max}`,
    test: (value) => /^\d{1,9}$/.test(value) && Number(value) >= min && Number(value) <= max,
  };
}
