// Prints the results, for people and as JSON.

export function report({ chosen, results, notices, seconds }) {
  const failures = results.filter(({ error }) => error !== null);
  const rows = chosen.map(({ client, label = client.name, scenarios }) => {
    const own = results.filter((result) => result.client === label);
    return {
      client: label,
      scenarios: new Set(own.map(({ title }) => title)).size,
      runs: own.length,
      failed: own.filter(({ error }) => error !== null).length,
      seconds: own.reduce((sum, result) => sum + result.seconds, 0),
      slowest: own.toSorted((one, other) => other.seconds - one.seconds)[0] ?? null,
      cannot: scenarios
        .filter(({ cannot }) => cannot !== undefined)
        .map(({ title, cannot }) => ({ title, reason: cannot })),
    };
  });
  return {
    failed: failures.length > 0,
    text: asText({ rows, failures, notices, seconds }),
    json: { seconds, clients: rows, not_verified: notices, results },
  };
}

function asText({ rows, failures, notices, seconds }) {
  const lines = [''];
  for (const row of rows) {
    const passed = row.runs - row.failed;
    lines.push(
      `${row.client}: ${row.scenarios} scenarios, ${passed} of ${row.runs} runs green, ${row.seconds.toFixed(0)} s` +
        (row.slowest === null
          ? ''
          : ` (slowest ${row.slowest.seconds.toFixed(1)} s: ${row.slowest.title})`),
    );
    for (const { title, reason } of row.cannot)
      lines.push(`  not possible: ${title}`, `    because ${reason}`);
  }
  for (const notice of notices) lines.push(`NOT VERIFIED  ${notice}`);
  if (failures.length > 0) lines.push('', `${failures.length} failed:`);
  for (const { client, title, round, error } of failures)
    lines.push(`  ${client}: ${title} (round ${round})`, `    ${error.split('\n')[0]}`);
  lines.push('', `${seconds.toFixed(0)} s in all`, '');
  return lines.join('\n');
}
