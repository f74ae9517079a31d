/** Prints hook runs for users: which hook ran, how it ended, what it printed. */
import { actionText, placeOf, type Dispatched, type Handler } from '@hookloom/hooks';
import type { Output } from './output.ts';

type Places = Parameters<typeof placeOf>[1];

export function placeName(handler: Handler, places: Places): string {
  return placeOf(handler.source, places);
}

export function showRuns(out: Output, { planned, runs, losses }: Dispatched, places: Places): void {
  const users = planned.filter(({ verdict }) => verdict !== 'own_command');
  if (users.length === 0) out.line('No hook uses it.');
  for (const { handler, verdict } of users) {
    if (verdict === 'fires') continue;
    out.line({ style: 'yellow', text: verdict.replaceAll('_', ' ') }, `  ${actionText(handler)}`);
    out.dim(`    ${placeName(handler, places)}`);
  }
  runs.forEach(({ handler, interpreted, durationMs }, at) => {
    const { response, reason, notes } = interpreted;
    const style = response.decision === 'deny' ? 'red' : 'green';
    out.line({ style, text: response.decision }, `  ${actionText(handler)}  `, {
      style: 'dim',
      text: `${reason.replaceAll('_', ' ')}, ${Math.round(durationMs)} ms`,
    });
    out.dim(`    ${placeName(handler, places)}`);
    for (const [field, value] of Object.entries(response))
      if (field !== 'decision')
        out.line(`    ${field}: ${typeof value === 'string' ? value : JSON.stringify(value)}`);
    const lost = (losses[at] ?? []).map((each) => `${each.field} ${each.survival}: ${each.note}`);
    for (const text of [...notes.map((note) => `note: ${note}`), ...lost])
      out.wrapped({ style: 'yellow', text }, ' '.repeat(6), ' '.repeat(4));
  });
}
