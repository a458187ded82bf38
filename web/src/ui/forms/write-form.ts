/**
 * Writes the form of a call with a file. Each field becomes text, which the server turns back into numbers and booleans.
 */
export function writeForm(fields: object, file: { name: string; content: File }): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value !== undefined) form.append(name, String(value));
  }
  form.append(file.name, file.content);
  return form;
}
