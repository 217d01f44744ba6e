import type { TemplateTime } from '../rendering.ts';

const days = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const months = 'January February March April May June July August September October November December'.split(' ');

/** `datetime.strftime(format)` in the C locale. A directive that nobody knows is written as it is. */
export function strftime(format: string, time: TemplateTime): string {
  return format.replace(/%([-_0^#]?)([a-zA-Z%])/g, (directive: string, flag: string, letter: string) => {
    const text = written(letter, time);
    if (text === null) return directive;
    if (flag === '-') return text.replace(/^[0 ]+(?=\d)/, '');
    if (flag === '^') return text.toUpperCase();
    return flag === '_' ? text.replace(/^0+(?=\d)/, (zeros) => ' '.repeat(zeros.length)) : text;
  });
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}

function written(letter: string, time: TemplateTime): string | null {
  const { year, month, day, hour = 0, minute = 0, second = 0 } = time;
  const weekday = weekdayOf(year, month, day);
  const ofYear = dayOfYear(year, month, day);
  const twelve = hour % 12 === 0 ? 12 : hour % 12;
  const all = (format: string): string => strftime(format, time);
  switch (letter) {
    case 'Y':
    case 'G':
      return letter === 'Y' ? String(year) : String(isoWeek(year, ofYear, weekday).year);
    case 'y':
      return two(year % 100);
    case 'C':
      return two(Math.floor(year / 100));
    case 'm':
      return two(month);
    case 'd':
      return two(day);
    case 'e':
      return String(day).padStart(2);
    case 'B':
      return months[month - 1] ?? '';
    case 'b':
    case 'h':
      return (months[month - 1] ?? '').slice(0, 3);
    case 'A':
      return days[weekday] ?? '';
    case 'a':
      return (days[weekday] ?? '').slice(0, 3);
    case 'H':
      return two(hour);
    case 'k':
      return String(hour).padStart(2);
    case 'I':
      return two(twelve);
    case 'l':
      return String(twelve).padStart(2);
    case 'M':
      return two(minute);
    case 'S':
      return two(second);
    case 'p':
      return hour < 12 ? 'AM' : 'PM';
    case 'P':
      return hour < 12 ? 'am' : 'pm';
    case 'f':
      return '000000';
    case 'z':
    case 'Z':
      return '';
    case 'j':
      return String(ofYear).padStart(3, '0');
    case 'w':
      return String(weekday);
    case 'u':
      return String(weekday === 0 ? 7 : weekday);
    case 'U':
      return two(Math.floor((ofYear + 6 - weekday) / 7));
    case 'W':
      return two(Math.floor((ofYear + 6 - ((weekday + 6) % 7)) / 7));
    case 'V':
      return two(isoWeek(year, ofYear, weekday).week);
    case 'D':
    case 'x':
      return all('%m/%d/%y');
    case 'F':
      return all('%Y-%m-%d');
    case 'T':
    case 'X':
      return all('%H:%M:%S');
    case 'R':
      return all('%H:%M');
    case 'r':
      return all('%I:%M:%S %p');
    case 'c':
      return all('%a %b %e %H:%M:%S %Y');
    case 'n':
      return '\n';
    case 't':
      return '\t';
    case '%':
      return '%';
    default:
      return null;
  }
}

function isLeap(year: number): boolean {
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0;
}

function dayOfYear(year: number, month: number, day: number): number {
  const before = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334][month - 1] ?? 0;
  return before + day + (month > 2 && isLeap(year) ? 1 : 0);
}

/** 0 for Sunday. */
function weekdayOf(year: number, month: number, day: number): number {
  const past = year - 1;
  const daysBefore = past * 365 + Math.floor(past / 4) - Math.floor(past / 100) + Math.floor(past / 400);
  return (daysBefore + dayOfYear(year, month, day)) % 7;
}

function isoWeek(year: number, ofYear: number, weekday: number): { readonly year: number; readonly week: number } {
  const week = Math.floor((ofYear - (weekday === 0 ? 7 : weekday) + 10) / 7);
  if (week < 1) {
    const last = dayOfYear(year - 1, 12, 31);
    return { year: year - 1, week: isoWeek(year - 1, last, weekdayOf(year - 1, 12, 31)).week };
  }
  const isNext = week === 53 && weekdayOf(year, 12, 31) >= 1 && weekdayOf(year, 12, 31) <= 3;
  return isNext ? { year: year + 1, week: 1 } : { year, week };
}
