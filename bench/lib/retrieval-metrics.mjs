// Measures of one ranked list of ids against the set of ids that answer.

function recall(ranked, gold, k) {
  return ranked.slice(0, k).filter((id) => gold.has(id)).length / gold.size;
}

function ndcg(ranked, gold, k) {
  let gain = 0;
  let ideal = 0;
  ranked.slice(0, k).forEach((id, i) => (gain += gold.has(id) ? 1 / Math.log2(i + 2) : 0));
  for (let i = 0; i < Math.min(k, gold.size); i++) ideal += 1 / Math.log2(i + 2);
  return gain / ideal;
}

/** Recall of a list with a token budget; rows that do not fit are skipped. */
function recallInTokens(ranked, gold, tokensOf, budget) {
  let left = budget;
  let found = 0;
  for (const id of ranked) {
    const tokens = tokensOf(id);
    if (tokens > left) continue;
    left -= tokens;
    if (gold.has(id)) found++;
  }
  return found / gold.size;
}

export function measure(ranked, gold, tokensOf) {
  const first = ranked.findIndex((id) => gold.has(id));
  return {
    'R@5': recall(ranked, gold, 5),
    'R@10': recall(ranked, gold, 10),
    'R@20': recall(ranked, gold, 20),
    'Hit@5': first >= 0 && first < 5 ? 1 : 0,
    'Hit@10': first >= 0 && first < 10 ? 1 : 0,
    'NDCG@10': ndcg(ranked, gold, 10),
    MRR: first < 0 ? 0 : 1 / (first + 1),
    'R@500t': recallInTokens(ranked, gold, tokensOf, 500),
    'R@1000t': recallInTokens(ranked, gold, tokensOf, 1000),
    'R@2000t': recallInTokens(ranked, gold, tokensOf, 2000),
  };
}

export function mean(rows) {
  const names = Object.keys(rows[0] ?? {});
  return Object.fromEntries(
    names.map((name) => [name, rows.reduce((sum, row) => sum + row[name], 0) / rows.length]),
  );
}
