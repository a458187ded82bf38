/** The address of a team for questions. Only a team that gave one has it. */
export function ContactLink({ email }: { email: string }) {
  return (
    <a
      href={`mailto:${email}`}
      className="font-semibold text-ink underline underline-offset-4 wrap-anywhere hover:decoration-spot"
    >
      {email}
    </a>
  );
}
