import { expect, test } from 'vitest';
import { namesOther } from './other-one.ts';

test.each([
  ['What was the revenue of August?', 'Revenue of July is 2 percent lower'],
  ['What was the revenue of August?', 'Revenue was 20 EUR on 2026-07-02'],
  ['What does phase 6 of the plan contain?', 'We commit the plan and phase 1'],
  ['What does phase 6 of the plan contain?', 'modified: notes/e2e-phase2-done.md'],
  ['Who closed task 021?', 'Mira closed task #20'],
])('“%s” is not answered by “%s”, which names another one', (question, text) => {
  expect(namesOther(question)(text)).toBe(true);
});

test.each([
  ['What was the revenue of August?', 'Revenue fell from July to August'],
  ['What was the revenue of August?', 'Revenue fell by 20 percent, and we may march on'],
  ['What was the revenue of August?', 'Revenue was 20 EUR on 2026-08-02'],
  ['What does phase 6 of the plan contain?', 'Phases 1 to 5 come before phase 6'],
  ['What does phase 6 of the plan contain?', 'The plan has ten phases'],
  ['Who closed task 021?', 'Mira closed task 21'],
  ['What runs in 15 minutes?', 'The refresh runs in 20 minutes'],
])('“%s” may be answered by “%s”', (question, text) => {
  expect(namesOther(question)(text)).toBe(false);
});
