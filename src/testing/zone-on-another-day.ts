/** A time zone in which it is another day than in UTC at `at`. */
export function zoneOnAnotherDay(at: Date): string {
  // UTC+14 is on the next day from 10:00 on, and UTC-12 on the previous day until 12:00.
  return at.getUTCHours() < 11 ? 'Etc/GMT+12' : 'Pacific/Kiritimati';
}
