import { readFileSync } from 'node:fs';

/** The seconds for which the process and all its threads have used a processor. */
export function readProcessorTime(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.split(' ') ?? [];
  // The kernel counts in hundredths of a second.
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
