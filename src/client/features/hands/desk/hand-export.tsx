import type { HandView } from '../../../../shared/hands/hands.ts';
import { handPlainText, handText } from '../../../../shared/poker/hand-text.ts';
import { phhGames, writePhh } from '../../../../shared/poker/phh.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { Button } from '../../../ui/button.tsx';

/** Downloads of a hand: as text, as PHH for other programs if the format has the game, and as JSON. */
export function HandExport({ view: { id, hand } }: { view: HandView }) {
  const name = `hand-${id.slice(0, 8)}`;
  const files = [
    {
      label: 'as text',
      save: () => save(`${name}.txt`, 'text/plain', `${handPlainText(handText(hand, 'money'))}\n`),
    },
    ...(phhGames.some(({ game }) => game === hand.game)
      ? [{ label: 'PHH', save: () => save(`${name}.phh`, 'text/plain', writePhh(hand)) }]
      : []),
    {
      label: 'JSON',
      save: () => save(`${name}.json`, 'application/json', `${JSON.stringify(hand, undefined, 2)}\n`),
    },
  ];
  return files.map(({ label, save: download }) => (
    <Button key={label} variant="secondary" size="small" onClick={download}>
      {`Download ${label}`}
    </Button>
  ));
}

function save(name: string, type: string, text: string): void {
  saveFile(new Blob([text], { type: `${type};charset=utf-8` }), name);
}
