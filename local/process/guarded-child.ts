import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

/**
 * Starts a program through a shell that kills it when this process ends. The shell waits for the end of its standard
 * input, which closes however this process ends, even by SIGKILL. It kills the program at once, so that a new start
 * does not meet the old one. For programs that lose nothing they have acknowledged when they are killed, as SQLite. The
 * first line of output is the program's process id.
 */
const guard = '"$@" >&2 </dev/null & child=$!; echo $child; cat >/dev/null; kill -9 $child 2>/dev/null; wait $child'

/** Starts a program that cannot outlive this process. `detached` keeps Ctrl-C from reaching it before we close it. */
export const startGuardedChild = async (command: string, args: readonly string[]) => {
  const shell = spawn('/bin/sh', ['-c', guard, 'guard', command, ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  })
  // With all that was said: at the exit itself, last words may still be on their way.
  const ended = once(shell, 'close')
  let errors = ''
  shell.stderr.on('data', (chunk) => {
    errors = `${errors}${chunk}`.slice(-2_000)
  })
  shell.stdin.on('error', () => {})
  const firstLine = createInterface({ input: shell.stdout })
  const [line] = await Promise.race([once(firstLine, 'line'), ended.then(() => [''])])
  const pid = Number(line)
  const isRunning = () => {
    try {
      process.kill(pid, 0)
      return shell.exitCode === null
    } catch {
      return false
    }
  }
  return {
    pid,
    isRunning,
    /** The last words of the program, for the sentence when it does not come up. */
    errors: () => errors.trim(),
    async stop() {
      shell.stdin.end()
      await ended
    },
  }
}
