import { readFileSync } from 'node:fs';

/** The seconds for which the process and all its threads have used a processor. */
export function readProcessorTime(pid: number): number {
  return readStat(`/proc/${pid}/stat`);
}

/** The seconds for which the main thread of the process has used a processor. */
export function readMainThreadTime(pid: number): number {
  return readStat(`/proc/${pid}/task/${pid}/stat`);
}

function readStat(file: string): number {
  const fields = readFileSync(file, 'latin1').split(') ')[1]?.split(' ') ?? [];
  // The kernel counts in hundredths of a second.
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
