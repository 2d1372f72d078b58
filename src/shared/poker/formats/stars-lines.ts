/** What follows a name in lines that do not affect a hand: chat, players who join or leave, clocks, prizes. */
const afterName =
  /(?: said, "| has timed out| has returned| is sitting out| sits out| is disconnected| is connected| leaves the table| joins the table| was removed from the table| was moved | will be allowed to play| will be using| is using | has requested TIME| has run out of time| finished the tournament| wins the tournament| wins (?:the |an? )?\S+ (?:bounty|for (?:eliminating|splitting))| wins the .* bounty| wins an entry| wins a (?:seat|ticket)| re-buys and receives| takes the add-on| adds? |: (?:sits out|is sitting out|sitting out|said, )| has been | is feeling | opts to| chose to| chooses to| requests| buys insurance| insurance|: Chooses to | stands up| sits down| re-enters| folded because| collected a bonus| is chip leader)/;

/** The start of other lines that do not affect a hand. */
const lineStart =
  /^(?:# \{|Betting is capped|Pair on board|The deck is reshuffled|No low hand qualified|Hand was run |(?:FIRST|SECOND|THIRD) Board|\*\*\* (?:HOLE CARDS|DEALING HANDS|PRE-?FLOP)|Starting Hand|The blinds are|Time bank|Connection lost|-+$)/i;

/** Whether a line before the summary does not affect the hand. */
export const isTableTalk = (line: string): boolean =>
  lineStart.test(line) || afterName.test(line) || isSplitBounty(line);

/** Whether players share a bounty, as in `A and B split the $5 bounty for eliminating C`. */
function isSplitBounty(line: string): boolean {
  const bounty = line.lastIndexOf(' bounty');
  const split = line.lastIndexOf(' split the ', bounty - ' split the '.length);
  return bounty !== -1 && split !== -1 && / and |, /.test(line.slice(0, split + 1));
}
