/**
 * Commands that call one operation and print its answer. Their arguments and options are the fields of its request; the
 * compiler asks for `request` where they are not.
 */
import type { Workspace } from '@hookloom/core/settings';
import type { Caller, OperationContext, Runtime } from '@hookloom/worker';
import { callerOf } from './caller.ts';
import { workspaceOf, workspaceToRead, type CommandContext } from './context.ts';
import {
  defineCommand,
  type ArgumentDefinition,
  type ArgumentValues,
  type CommandDefinition,
  type Invocation,
  type OptionDefinition,
  type OptionValues,
} from './definition.ts';
import { fieldsOf, type FieldsOf } from './fields-of.ts';
import { reportedEmpty } from './nothing-yet.ts';
import { withRuntime } from './with-runtime.ts';
import fs from 'node:fs';

type Arguments = Record<string, ArgumentDefinition>;
type Options = Record<string, OptionDefinition>;
type Operation<R, T> = (
  on: OperationContext,
  request: R,
  caller: Caller,
  runtime: Runtime,
) => Promise<T>;

interface Given<A extends Arguments, O extends Options, R, T> extends Omit<
  CommandDefinition<A, O>,
  'run'
> {
  /** Imports the operation. */
  operation(call: Invocation<A, O>): Promise<Operation<R, T>>;
  /**
   * `workspace`: sends the session that the options or the environment name. `named`: only that of `--session-id`, which
   * must exist, while the default one may still be empty. `none`: the command has no such option.
   */
  session: 'workspace' | 'named' | 'none';
  /** If nothing is recorded yet, says so and asks nothing. */
  reportsEmpty?: true;
  /** Tells where the new event goes if the log is broken. */
  appends?: true;
  caller?(context: CommandContext): Caller;
  /** Prints the answer, or returns the line about a new event. Not called with --json unless it prints that itself. */
  print(answer: T, call: Invocation<A, O>, workspace: Workspace): string | void | Promise<void>;
  printsJson?: true;
  /** Default: 0. */
  status?(answer: T): number;
}

/** Needed unless the arguments and options are the fields of the request. */
type AsRequest<A extends Arguments, O extends Options, R> =
  AreFields<FieldsOf<ArgumentValues<A> & OptionValues<O>>, R> extends true
    ? { request?: (call: Invocation<A, O>) => R | Promise<R> }
    : { request: (call: Invocation<A, O>) => R | Promise<R> };
type AreFields<F, R> = F extends R ? (keyof F extends keyof R ? true : false) : false;

export function operationCommand<const A extends Arguments, const O extends Options, R, T>(
  given: Given<A, O, R, T> & AsRequest<A, O, R>,
): CommandDefinition {
  const {
    operation,
    session,
    reportsEmpty,
    appends,
    print,
    printsJson,
    status,
    ...definition
  }: Given<A, O, R, T> = given;
  const { request = ({ args, options }) => fieldsOf({ ...args, ...options }) as R } = given as {
    request?: (call: Invocation<A, O>) => R | Promise<R>;
  };
  return defineCommand<A, O>({
    ...definition,
    async run(call) {
      const { context } = call;
      const options = call.options as PlaceValues;
      const { sessionId } = options;
      const place = session === 'workspace' ? options : { ...options, sessionId: undefined };
      const isNamed = appends === true || sessionId !== undefined;
      const workspace = (isNamed ? workspaceOf : workspaceToRead)(context, place);
      if (reportsEmpty === true && (await reportedEmpty(context, workspace, options))) return;
      const session_id = session === 'workspace' ? workspace.session : sessionId;
      const scope = session === 'none' || session_id === undefined ? {} : { session_id };
      const asked = { ...(await request(call)), ...scope };
      if (appends === true) reportContinuation(context, workspace);
      const caller = (given.caller ?? callerOf)(context);
      const answer = await withRuntime(context, workspace, async (runtime) =>
        (await operation(call))(runtime.context, asked, caller, runtime),
      );
      if (options.json && printsJson !== true) context.out.json(answer);
      else {
        const line = await print(answer, call, workspace);
        if (typeof line === 'string') {
          context.out.line(line);
          context.out.dim((answer as { citation: string }).citation);
        }
      }
      return status?.(answer);
    },
  });
}

interface PlaceValues {
  sessionId?: string;
  eventloomPath: string | undefined;
  domain: string | undefined;
  json: boolean;
}

/** Before the first append to the continuation of a broken log, tells where the event goes and why. */
export function reportContinuation({ out }: CommandContext, { eventloomDir, session }: Workspace) {
  const [, broken] = /^(.+)\.after-\d+(?:\.\d)?$/.exec(session) ?? [];
  if (broken === undefined || fs.existsSync(`${eventloomDir}/${session}.jsonl`)) return;
  out.note(`The log ${broken} is broken, so new events go to ${session}.`);
  out.note(`Repair it with: hookloom log repair ${broken}`);
}
