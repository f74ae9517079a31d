/** Calls that a person refused in the client's dialogue, with what they said there. */

/** The words of the clients. A rule or a hook that refuses says something else. */
const REFUSED =
  /^(?:Error: )?(?:The user doesn't want to (?:proceed|take this action)|User rejected|The user (?:rejected|denied|declined)|\S+(?: \S+)? (?:was )?rejected by (?:the )?user|rejected by (?:the )?user|\[Operation Cancelled\] Reason: User|User (?:denied|did not allow|cancelled)|Permission denied by (?:the )?user)/i;
const SAID =
  /(?:the user said|user feedback|the user's feedback|feedback|the reason given)\s*:\s*([\s\S]{1,4000})$/i;

/** Null: no person refused it. Otherwise what the person said, or ''. */
export function refusedWith(error: string): string | null {
  if (!REFUSED.test(error.trimStart())) return null;
  const said = SAID.exec(error)?.[1]?.trim() ?? '';
  return said.replace(/\n\nNote: The user's next message[\s\S]*$/, '').trim();
}
