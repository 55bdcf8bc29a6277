import { describe, expect, it } from 'vitest';
import { repositoryLink } from './task-view.js';

describe('the link to a repository', () => {
  it.each([
    ['django/django', 'https://github.com/django/django'],
    ['https://github.com/a-b/c.d.git', 'https://github.com/a-b/c.d'],
    ['gitlab.com/group/name/', 'https://gitlab.com/group/name'],
  ])('of %s', (repo, link) => expect(repositoryLink(repo)).toBe(link));

  it.each([
    'javascript:alert(1)//x',
    'http://github.com/a/b',
    'https://evil.example/a/b',
    'https://github.com@evil.example/a',
    '../../etc',
    'a/b/c',
    'a/b?x',
    'a\\b/c',
    './b',
    'owner',
    '',
    7,
    undefined,
  ])('is none for %j', (repo) => expect(repositoryLink(repo)).toBeUndefined());
});
