/** The launcher for Windows, where clients call `cmd` or PowerShell. Pure. */

export const LAUNCHER_CMD_NAME = 'hookloom-hook.cmd';

/**
 * A batch file. It looks in fewer places than the shell script, because version managers on Windows change the PATH.
 */
export function renderLauncherCmd({ node, home }: { node: string; home: string }): string {
  return [
    '@rem Hookloom: starts the hook program for an agent client.',
    '@rem `hookloom init` writes it again, `hookloom uninstall` removes it.',
    '@echo off',
    'setlocal',
    `set "node=${quoted(node)}"`,
    `set "home=${quoted(home)}"`,
    'set "HOOKLOOM_NODE_OPTIONS=%NODE_OPTIONS%"',
    'set "HOOKLOOM_NODE_EXTRA_CA_CERTS=%NODE_EXTRA_CA_CERTS%"',
    'set "NODE_OPTIONS="',
    'set "NODE_EXTRA_CA_CERTS="',
    'if not exist "%node%" for %%n in (node.exe) do set "node=%%~$PATH:n"',
    'if not exist "%home%\\dist\\hook.cjs" for %%p in (hookloom.cmd) do set "home=%%~dp$PATH:pnode_modules\\hookloom"',
    'if "%node%"=="" goto missing',
    'if not exist "%home%\\dist\\hook.cjs" goto missing',
    '"%node%" "%home%\\dist\\hook.cjs" %*',
    'exit /b %ERRORLEVEL%',
    ':missing',
    // Only a hook may continue without us. `hook-event` would lose the event, and its caller must know.
    'if /i not "%~1"=="hook" (',
    '  >&2 echo Hookloom cannot start: Node or the package was not found. Nothing is recorded. Install it, then run `hookloom init`.',
    '  exit /b 1',
    ')',
    'set "state=%LOCALAPPDATA%\\hookloom\\state"',
    'if not "%HOOKLOOM_STATE_DIR%"=="" set "state=%HOOKLOOM_STATE_DIR%"',
    // A batch file cannot read the payload line by line, so any guard for the client refuses.
    'if exist "%state%\\guarded\\%~2\\*" (',
    '  >&2 echo Hookloom cannot start: Node or the package was not found. A critical guard covers this client, so the event is refused. Install it, then run `hookloom init`.',
    '  exit /b 2',
    ')',
    '>&2 echo Hookloom cannot start: Node or the package was not found. Nothing is recorded and your hooks do not run. Install it, then run `hookloom init`.',
    'exit /b 0',
    '',
  ].join('\r\n');
}

/** A percent sign starts a variable in a batch file. */
function quoted(path: string): string {
  return path.replaceAll('%', '%%');
}
