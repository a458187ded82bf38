// Keeps on this device what a new team did with the list of its first steps.

type Mark = 'hidden' | 'shared';

const nameOf = (mark: Mark, teamId: number) => `first_steps_${mark}_${teamId}`;

export function hasMark(mark: Mark, teamId: number): boolean {
  try {
    return localStorage.getItem(nameOf(mark, teamId)) !== null;
  } catch {
    return false;
  }
}

export function setMark(mark: Mark, teamId: number): void {
  try {
    localStorage.setItem(nameOf(mark, teamId), 'yes');
  } catch {
    // The storage is full or forbidden. The list shows the step again on the next visit.
  }
}
