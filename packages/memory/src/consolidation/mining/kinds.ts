/** The purpose of a procedure's step, in plain words. */

export interface StepKind {
  /** As an instruction: "run the tests". */
  action: string;
  /** Whether it shows that the work before it is right. */
  isCheck: boolean;
  /** Whether it delivers the work, which is then done. */
  isDelivery: boolean;
  /** Whether it only prepares the next step, so that no work ends with it. */
  isPreparation: boolean;
}

const kind = (action: string, also: Partial<StepKind> = {}): StepKind => ({
  action,
  isCheck: false,
  isDelivery: false,
  isPreparation: false,
  ...also,
});
const CHECK = { isCheck: true };
const DELIVERY = { isDelivery: true };
const PREPARATION = { isPreparation: true };

/** The first match names the step. */
const KINDS: [RegExp, StepKind][] = [
  [/\bgit add\b/, kind('stage the changes', PREPARATION)],
  [/\bgit commit\b/, kind('commit', DELIVERY)],
  [/\bgit push\b/, kind('push', DELIVERY)],
  [/\bgit tag\b/, kind('tag the version', DELIVERY)],
  [/\bgit (?:checkout|switch|worktree add)\b/, kind('check out', PREPARATION)],
  [/\bgit merge\b/, kind('merge', PREPARATION)],
  [/\bgit rebase\b/, kind('rebase', PREPARATION)],
  [/\bgit pull\b/, kind('pull', PREPARATION)],
  [/\bgit fetch\b/, kind('fetch', PREPARATION)],
  [/\bgit (?:stash|reset|restore|cherry-pick|revert)\b/, kind('undo or move changes', PREPARATION)],
  [/\b(?:gh pr create|git pr)\b/, kind('open a pull request', DELIVERY)],
  [/\bmigrat/, kind('apply the migration', DELIVERY)],
  [/\b(?:gofmt|goimports|prettier|black|fmt|format)\b/, kind('format the code', PREPARATION)],
  [/(?:lint|\b(?:ruff|clippy|go vet|flake8)\b)/, kind('run the linter', CHECK)],
  [/\b(?:tsc|typecheck|mypy|pyright)\b/, kind('check the types', CHECK)],
  [/(?:\b|py|vi|_)test\b|\b(?:tests|jest|mocha|rspec|phpunit|k6)\b/, kind('run the tests', CHECK)],
  [/\b(?:check|verify|validate)\b/, kind('run the check', CHECK)],
  [/\b(?:deploy|rollout|kubectl apply|terraform apply|helm upgrade)\b/, kind('deploy', DELIVERY)],
  [/\b(?:publish|release)\b/, kind('make the release', DELIVERY)],
  [/\bbuild\b/, kind('build', CHECK)],
  [/\b(?:install|add|ci|mod tidy|sync)$/, kind('update the dependencies', PREPARATION)],
];

export function kindOf(name: string): StepKind {
  return (
    KINDS.find(([pattern]) => pattern.test(name))?.[1] ??
    kind(`run \`${name.replace(/^\w+:/, '')}\``)
  );
}
