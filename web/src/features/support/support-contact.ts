export interface Contact {
  /** Where pressing it leads; null for words that lead nowhere, such as opening hours. */
  href: string | null;
  label: string;
}

/**
 * How the operator's contact, written freely in one setting, is reached.
 * @param reference a payment's id; a mail begins with it
 */
export function readContact(contact: string, reference: string | undefined): Contact {
  const label = contact.trim();
  if (/^https?:\/\/\S+$/i.test(label) && URL.canParse(label)) return { href: label, label };
  const address = label.replace(/^mailto:/i, '');
  if (/^[^\s@<>?&]+@[^\s@<>?&]+\.[^\s@<>?&]+$/.test(address)) {
    const body = reference ? `?subject=${encodeURIComponent(`Payment ${reference}`)}` : '';
    return { href: `mailto:${address}${body}`, label: address };
  }
  const digits = label.replace(/[\s().-]/g, '');
  if (/^\+?\d{6,15}$/.test(digits)) return { href: `tel:${digits}`, label };
  return { href: null, label };
}
