import { expect, test } from 'vitest';
import { namesLabelled, namesOther } from './other-one.ts';

test.each([
  ['What was the revenue of August?', 'Revenue of July is 2 percent lower'],
  ['What was the revenue of August?', 'Revenue was 20 EUR on 2026-07-02'],
  ['What does phase 6 of the plan contain?', 'We commit the plan and phase 1'],
  ['What does phase 6 of the plan contain?', 'modified: notes/e2e-phase2-done.md'],
  ['Who closed task 021?', 'Mira closed task #20'],
  ['Which image do the old hosts use?', 'New hosts use the image of May'],
  ['How long does staging data live?', 'Production data lives for a year'],
  ['Who signs the Windows build?', 'Mira signs the macOS build'],
  ['What runs on Mondays?', 'The backup runs on Friday'],
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
  ['Which image do the old hosts use?', 'Old and new hosts use one image'],
  ['Which image do the old hosts use?', 'All hosts use the new image'],
  ['Who signs the Windows build?', 'Mira signs the builds for macOS and Windows'],
  ['What is left to do?', 'We have the right to deploy'],
  ['What runs in 15 minutes?', 'The refresh runs in 20 minutes'],
])('“%s” may be answered by “%s”', (question, text) => {
  expect(namesOther(question)(text)).toBe(false);
});

test('a short number belongs to the word next to it', () => {
  const hasPhase = namesLabelled('What does phase 6 of the plan contain?');
  expect(hasPhase('Phase 6 moves the panels')).toBe(true);
  expect(hasPhase('Phases 5 and #6 move the panels')).toBe(true);
  expect(hasPhase('The plan moves 6 panels')).toBe(false);
  expect(namesLabelled('Why did the test expect 24 hours?')('A day has 24 hours')).toBe(true);
});
