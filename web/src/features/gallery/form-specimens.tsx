import { useState } from 'react';
import { Checkbox } from '../../ui/forms/checkbox.tsx';
import { Field, FieldError, FormError, Select, TextArea, TextInput } from '../../ui/forms/field.tsx';
import { FileDrop } from '../../ui/forms/file-drop.tsx';
import { PictureField } from '../../ui/forms/picture-field.tsx';
import { useChosenPicture } from '../../ui/forms/use-chosen-picture.ts';
import { FoldedFields } from '../../ui/forms/folded-fields.tsx';
import { FormButtons } from '../../ui/forms/form-buttons.tsx';
import { MoneyInput } from '../../ui/forms/money-input.tsx';
import { NeedsScripts } from '../../ui/forms/needs-scripts.tsx';
import { CurrentPasswordField, PasswordInput } from '../../ui/forms/password-input.tsx';
import { UsernameForManagers } from '../../ui/forms/username-for-managers.tsx';
import { Group, longText, Specimen } from './specimen.tsx';
import { ChoiceSpecimens } from './choice-specimens.tsx';

const grid = 'grid items-start gap-6 md:grid-cols-2 xl:grid-cols-3';

export function FormSpecimens() {
  return (
    <Group title="Forms">
      <Specimen name="Field with TextInput: usual, required, filled, wrong, disabled, long">
        <div className={grid}>
          <Field label="Title" hint="What people read first.">
            {(control) => <TextInput {...control} placeholder="An evening of songs" />}
          </Field>
          <Field label="Place" required>
            {(control) => <TextInput {...control} defaultValue="The Maltings" />}
          </Field>
          <Field label="Email" required error="Enter an email address, such as ada@example.org.">
            {(control) => <TextInput {...control} defaultValue="ada@" />}
          </Field>
          <Field label="Slug">{(control) => <TextInput {...control} disabled value="cannot-change" />}</Field>
          <Field label={longText} hint={longText}>
            {(control) => <TextInput {...control} defaultValue={longText} />}
          </Field>
          <Field label="Price">
            {(control) => <MoneyInput {...control} symbol="£" defaultValue={12.5} />}
          </Field>
        </div>
      </Specimen>
      <Specimen name="FormButtons: usual, with a sum, busy">
        <div className={grid}>
          <FormButtons isOnPage submit="Save" busy={false} onCancel={() => undefined} />
          <FormButtons
            isOnPage
            submit="Refund £12.50"
            variant="danger-solid"
            busy={false}
            onCancel={() => undefined}
          >
            £12.50
          </FormButtons>
          <FormButtons isOnPage submit="Saving..." busy onCancel={() => undefined} />
        </div>
      </Specimen>
      <Specimen name="FormButtons: in a dialog that is longer than the screen">
        <LongDialog />
      </Specimen>
      <Specimen name="FoldedFields: empty, filled">
        <div className={grid}>
          {['', 'Step-free'].map((value) => (
            <FoldedFields
              key={value}
              label="More details"
              name={`More details, ${value || 'empty'}`}
              summary="All of it is optional."
              hasFault={false}
              isFilled={value !== ''}
            >
              <Field label="Accessibility">
                {(control) => <TextInput {...control} defaultValue={value} />}
              </Field>
            </FoldedFields>
          ))}
        </div>
      </Specimen>
      <Specimen name="TextArea, Select, PasswordInput, CurrentPasswordField">
        <div className={grid}>
          <Field label="Description">
            {(control) => <TextArea {...control} rows={3} defaultValue="Doors open at seven." />}
          </Field>
          <Field label="Notes" error="At most 2,000 characters.">
            {(control) => <TextArea {...control} rows={3} />}
          </Field>
          <Field label="Category">
            {(control) => (
              <Select {...control} defaultValue="music">
                <option value="music">Music</option>
                <option value="theatre">Theatre</option>
              </Select>
            )}
          </Field>
          <Field label="Team" hint="You are in one team only.">
            {(control) => (
              <Select {...control} disabled>
                <option>The Old Maltings</option>
              </Select>
            )}
          </Field>
          <form onSubmit={(event) => event.preventDefault()}>
            <NeedsScripts className="mb-5" />
            <UsernameForManagers username="ada" />
            <Field label="New password" hint="At least eight characters.">
              {(control) => <PasswordInput {...control} autoComplete="new-password" />}
            </Field>
          </form>
          <form onSubmit={(event) => event.preventDefault()}>
            <CurrentPasswordField name="current" error="This is not your password." />
          </form>
        </div>
      </Specimen>
      <Specimen name="Checkbox: usual, checked, disabled, with a hint">
        <div className={grid}>
          <Checkbox label="Only differences" />
          <Checkbox label="Public event" defaultChecked hint="Everybody can find it." />
          <Checkbox label="Cannot change" disabled defaultChecked />
        </div>
      </Specimen>
      <Specimen name="FileDrop: empty, wrong, with a file">
        <FileDrops />
      </Specimen>
      <Specimen name="PictureField, which refuses other files">
        <PictureChoice />
      </Specimen>
      <Specimen name="FieldError and FormError">
        <div className="grid gap-3">
          <FieldError>Choose at least one ticket.</FieldError>
          <FormError>The price has changed. Look at the new price, and try again.</FormError>
        </div>
      </Specimen>
      <ChoiceSpecimens />
    </Group>
  );
}

function LongDialog() {
  return (
    <div className="max-h-56 max-w-lg overflow-y-auto rounded-2xl border border-line bg-raised p-6 sm:p-8">
      <div className="grid gap-5">
        {['Uses in total', 'Uses per buyer'].map((label) => (
          <Field key={label} label={label} hint="Leave empty for no limit.">
            {(control) => <TextInput {...control} />}
          </Field>
        ))}
        <FormButtons submit="Create Code" busy={false} onCancel={() => undefined} />
      </div>
    </div>
  );
}

function PictureChoice() {
  const picture = useChosenPicture(null);
  return (
    <PictureField
      label="Profile Picture"
      note="We cut it to a square around its middle."
      picture={picture}
      renderPreview={(url) => <img src={url} alt="Preview" className="mx-auto max-h-48 rounded-lg" />}
    />
  );
}

function FileDrops() {
  const [name, setName] = useState('poster.jpg');
  const text = {
    hint: 'JPEG, PNG, GIF or WebP, at most 5 MB.',
    accept: 'image/*',
    choose: 'Choose a picture',
  };
  return (
    <div className={grid}>
      <FileDrop {...text} label="Picture" onFile={(file) => setName(file.name)} />
      <FileDrop
        {...text}
        label="Picture that was refused"
        error="This file is larger than 5 MB."
        onFile={(file) => setName(file.name)}
      />
      <FileDrop
        {...text}
        label="Chosen picture"
        preview={<p className="font-semibold">{name}</p>}
        onFile={(file) => setName(file.name)}
        onRemove={() => setName('poster.jpg')}
      />
    </div>
  );
}
