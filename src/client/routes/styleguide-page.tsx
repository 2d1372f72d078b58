import { DialogSamples } from '../features/styleguide/dialog-samples.tsx';
import { FieldSamples, FileDropSamples } from '../features/styleguide/field-samples.tsx';
import { LoadingSamples, MessageSamples, ToastSamples } from '../features/styleguide/message-samples.tsx';
import {
  BadgeSamples,
  ButtonSamples,
  CardSamples,
  GridSamples,
} from '../features/styleguide/part-samples.tsx';
import { TableSamples, TabSamples } from '../features/styleguide/table-samples.tsx';
import { Page, PageHeader, Section } from '../ui/page.tsx';

/** Every primitive in its states, to look at while working on them. */
export function StyleguidePage() {
  return (
    <Page>
      <PageHeader
        title="Every part in every state"
        lead="What the screens are made of, in the colours of your system."
      />
      <Section title="Buttons">
        <ButtonSamples />
      </Section>
      <Section title="Budget Friendly" note="$6 - $15">
        <CardSamples />
      </Section>
      <Section title="Grids">
        <GridSamples />
      </Section>
      <Section title="Badges">
        <BadgeSamples />
      </Section>
      <Section title="Tables">
        <TableSamples />
      </Section>
      <Section title="Forms">
        <FieldSamples />
      </Section>
      <Section title="Files">
        <FileDropSamples />
      </Section>
      <Section title="Messages">
        <MessageSamples />
      </Section>
      <Section title="Loading">
        <LoadingSamples />
      </Section>
      <Section title="Toasts">
        <ToastSamples />
      </Section>
      <Section title="Tabs">
        <TabSamples />
      </Section>
      <Section title="Dialogs">
        <DialogSamples />
      </Section>
    </Page>
  );
}
