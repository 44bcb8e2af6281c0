"""Adjectives by what they may describe; "<" marks one that French puts before its noun."""

ADJECTIVE_TEXT = """
[person] happy = heureux; sad = triste; nice = gentil; intelligent = intelligent; shy = timide; funny = drôle; serious
= sérieux; tall = grand; strong = fort; patient = patient; polite = poli; honest = honnête; curious = curieux; brave =
courageux; generous = généreux; rich = riche; famous = célèbre; lazy = paresseux; young = jeune; calm = calme;
optimistic = optimiste; careful = prudent; friendly = sympathique; discreet = discret; ambitious = ambitieux;
talkative = bavard; stubborn = têtu; clumsy = maladroit; creative = créatif; sporty = sportif; elegant = élégant;
charming = charmant; strict = sévère; organised = organisé
[mood] happy = heureux; sad = triste; tired = fatigué; worried = inquiet; angry = en colère; busy = occupé; surprised
= surpris; disappointed = déçu; ready = prêt; proud = fier; jealous = jaloux; nervous = nerveux; ill = malade; late =
en retard; alone = seul; calm = calme; pleased = content; furious = furieux; in a good mood = de bonne humeur
[size] big = <grand; small = <petit; new = <nouveau; old = <vieux; heavy = lourd; light = léger; beautiful = <beau;
pretty = <joli
[thing] big = <grand; small = <petit; new = <nouveau; old = <vieux; expensive = cher; beautiful = <beau; pretty =
<joli; useful = utile; solid = solide; modern = moderne
[state] broken = cassé; clean = propre; dirty = sale; new = neuf; heavy = lourd; expensive = cher; old = vieux; useful
= utile
[colour] red = rouge; blue = bleu; green = vert; black = noir; white = blanc; yellow = jaune; grey = gris; brown =
marron; pink = rose; purple = violet
[garment] new = <nouveau; old = <vieux; pretty = <joli; beautiful = <beau; warm = chaud; elegant = élégant; light =
léger; red = rouge; blue = bleu; green = vert; black = noir; white = blanc; yellow = jaune; grey = gris; brown =
marron; pink = rose
[fit] too big = trop grand; too small = trop petit; very pretty = très joli; too long = trop long; too expensive =
trop cher; very elegant = très élégant; very beautiful = très beau; a bit short = un peu court; dirty = sale; clean =
propre; dry = sec; new = neuf
[taste] hot = chaud; cold = froid; delicious = délicieux; good = bon; too salty = trop salé; too sweet = trop sucré;
ready = prêt; excellent = excellent; very good = très bon; too hot = trop chaud; still hot = encore chaud
[story] interesting = intéressant; boring = ennuyeux; long = <long; short = court; funny = drôle; sad = triste;
excellent = excellent; exciting = passionnant; strange = étrange; good = <bon; bad = <mauvais; beautiful = <beau; old
= <vieux; new = <nouveau; moving = émouvant; amusing = amusant
[work] difficult = difficile; easy = facile; interesting = intéressant; important = important; long = <long; boring =
ennuyeux; useful = utile; simple = simple; short = court; tiring = fatigant
[town] beautiful = <beau; big = <grand; small = <petit; quiet = tranquille; noisy = bruyant; old = <vieux; pretty =
<joli; clean = propre; charming = charmant; famous = célèbre; lively = animé; dangerous = dangereux
[building] big = <grand; small = <petit; old = <vieux; new = <nouveau; beautiful = <beau; modern = moderne; pretty =
<joli; magnificent = magnifique; empty = vide; bright = lumineux
[room] clean = propre; dirty = sale; empty = vide; small = petit; big = grand; bright = lumineux; cold = froid; quiet
= tranquille; dark = sombre; comfortable = confortable; untidy = en désordre
[nature] beautiful = <beau; big = <grand; small = <petit; magnificent = magnifique; pretty = <joli; old = <vieux;
impressive = impressionnant
[vehicle] fast = rapide; slow = lent; new = <nouveau; old = <vieux; beautiful = <beau; big = <grand; small = <petit;
expensive = cher; comfortable = confortable; solid = solide; red = rouge; white = blanc; blue = bleu
[animal] big = <grand; small = <petit; beautiful = <beau; old = <vieux; young = <jeune; black = noir; white = blanc;
grey = gris; funny = drôle; fat = <gros
[pet_mood] hungry = affamé; ill = malade; tired = fatigué; fast = rapide; gentle = doux; intelligent = intelligent;
beautiful = beau; lazy = paresseux; curious = curieux; dirty = sale
"""
