/**
 * Names for synthetic users and products. There are few first names and many last names, so that some searches find
 * many users and others few.
 */
export const firstNames = [
  ...['Ada', 'Amir', 'Ana', 'Anton', 'Astrid', 'Bela', 'Bruno', 'Carla', 'Chen', 'Dana', 'Diego', 'Elif'],
  ...['Emma', 'Farah', 'Felix', 'Grace', 'Hana', 'Hugo', 'Ines', 'Ivan', 'Jonas', 'Julia', 'Kai', 'Lea'],
  ...['Liam', 'Lin', 'Lucia', 'Marek', 'Maria', 'Mei', 'Mila', 'Nadia', 'Noah', 'Nora', 'Olga', 'Omar'],
  ...['Paul', 'Priya', 'Rafael', 'Rosa', 'Samir', 'Sara', 'Sven', 'Tariq', 'Tessa', 'Viktor', 'Yuki', 'Zoe'],
];

const beginnings = [
  ...['Ander', 'Ash', 'Berg', 'Black', 'Brook', 'Cald', 'Clear', 'Dun', 'East', 'Elm', 'Fair', 'Fern'],
  ...['Gold', 'Green', 'Hart', 'Hill', 'Kirk', 'Lang', 'Lund', 'Mar', 'Moor', 'North', 'Oak', 'Rosen'],
  ...['Sand', 'Silver', 'Stein', 'Thorn', 'Wald', 'West', 'White', 'Wind', 'Wood', 'York'],
];
const endings = ['berg', 'by', 'croft', 'dale', 'feld', 'field', 'ford', 'land', 'man', 'son', 'ton', 'well'];
export const lastNames = beginnings.flatMap((beginning) => endings.map((ending) => beginning + ending));

export const emailDomains = ['mail.test', 'post.test', 'inbox.test', 'letters.example', 'home.example'];

export const places = [
  ['Lisbon', 'Lisboa', 'Portugal'],
  ['Toronto', 'Ontario', 'Canada'],
  ['Austin', 'Texas', 'United States'],
  ['Trenton', 'New Jersey', 'United States'],
  ['Leeds', 'England', 'United Kingdom'],
  ['Graz', 'Styria', 'Austria'],
  ['Osaka', 'Osaka', 'Japan'],
  ['Recife', 'Pernambuco', 'Brazil'],
  ['Pune', 'Maharashtra', 'India'],
  ['Malmo', 'Scania', 'Sweden'],
] as const;

export const productSubjects = [
  ...['Blind Defense', 'Button Play', 'Check-Raises', 'Continuation Bets', 'Deep Stacks', 'Final Tables'],
  ...['Heads-Up', 'Hand Reading', 'Multiway Pots', 'River Bluffs', 'Short Stacks', 'Thin Value'],
];
export const productLevels = ['Basics', 'in Practice', 'under Pressure', 'by Numbers', 'at High Stakes'];
