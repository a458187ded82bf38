import { CallError } from '../../../api/call-error.ts';

export interface DeadLink {
  title: string;
  text: string;
}

export const incompleteLink: DeadLink = {
  title: 'This link is incomplete',
  text: 'A part of it is missing. Open it from the email again, or copy all of it.',
};

/** Says why a mailed link does not work. Null means that the same link can be tried again. */
export function describeDeadLink(error: unknown): DeadLink | null {
  if (!(error instanceof CallError)) return null;
  if (error.code === 'link_expired') {
    return { title: 'This link has expired', text: 'It worked for a limited time only. Ask for a new one.' };
  }
  if (error.code === 'link_invalid') {
    return {
      title: 'This link does not work',
      text: 'It was used already, a newer one has replaced it, or a part of it is missing. Ask for a new one.',
    };
  }
  if (error.code === 'stop_link_invalid') {
    return {
      title: 'This link does not work',
      text: 'Open it again from the email, and make sure that it is complete.',
    };
  }
  return null;
}
