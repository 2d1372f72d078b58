import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { type PageSection, pageSections } from '../../../../shared/site-texts/page-texts.ts';
import { Button } from '../../../ui/button.tsx';
import { StepUpDialog } from '../../session/step-up-dialog.tsx';
import { EditButton } from './edit-button.tsx';
import { TextsDialog } from './texts-dialog.tsx';

/** Lets an admin edit the texts of the landing page in place, with a button in each part of the page. */
export function EditPage() {
  const [isEditing, setIsEditing] = useState(false);
  const [section, setSection] = useState<PageSection>();
  const parts = useParts(isEditing);
  return (
    <>
      <EditButton isPressed={isEditing} onPress={() => setIsEditing(!isEditing)}>
        {isEditing ? 'Stop editing' : 'Edit this page'}
      </EditButton>
      {parts.map(({ name, element }) =>
        createPortal(
          <div className="z-20 col-span-full max-lg:flex max-lg:justify-end max-lg:px-4 max-lg:pb-4 lg:absolute lg:top-2 lg:right-4 print:hidden">
            <Button
              size="small"
              variant="secondary"
              onClick={() => setSection(name)}
              className="border-dashed shadow-float"
            >
              Edit: {pageSections[name].title}
            </Button>
          </div>,
          element,
          name,
        ),
      )}
      {section && (
        <TextsDialog
          title={pageSections[section].title}
          keys={pageSections[section].keys}
          onClose={() => setSection(undefined)}
        />
      )}
      <StepUpDialog signsIn />
    </>
  );
}

type Part = { name: PageSection; element: Element };

/** The parts of the page that have texts; empty while the admin is not editing. */
function useParts(isEditing: boolean): Part[] {
  const [parts, setParts] = useState<Part[]>([]);
  useEffect(() => {
    setParts(isEditing ? partsOf(document) : []);
  }, [isEditing]);
  return parts;
}

function partsOf(root: ParentNode): Part[] {
  return [...root.querySelectorAll('[data-texts]')].flatMap((element) => {
    const name = element.getAttribute('data-texts');
    return isSection(name) ? [{ name, element }] : [];
  });
}

function isSection(name: string | null): name is PageSection {
  return name !== null && Object.hasOwn(pageSections, name);
}
