export interface Contact {
  /**
   * The target of the link: a web address, email address or phone number. Null for any other text, such as opening
   * hours.
   */
  href: string | null;
  label: string;
}

/**
 * Turns SUPPORT_CONTACT, which is free text, into a link where possible.
 * @param reference a payment's id for the subject of an email
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
