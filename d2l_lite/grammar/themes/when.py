"""Times of every kind, English and French."""

from ..lexicon import pairs

HABIT_TIMES = pairs(
    "every day = tous les jours; every morning = tous les matins; every evening = tous les soirs; on Mondays = le lundi; on Tuesdays = le mardi; "
    "on Wednesdays = le mercredi; on Fridays = le vendredi; on Saturdays = le samedi; on Sundays = le dimanche; at the weekend = le week-end; "
    "once a week = une fois par semaine; twice a month = deux fois par mois; in the evening = le soir; in the morning = le matin; in summer = en été; "
    "every week = toutes les semaines; in the afternoon = l'après-midi; every weekend = tous les week-ends"
)
PAST_TIMES = pairs(
    "yesterday = hier; last night = hier soir; this morning = ce matin; last week = la semaine dernière; last month = le mois dernier; "
    "yesterday morning = hier matin; two days ago = il y a deux jours; last Saturday = samedi dernier; last Monday = lundi dernier; on Sunday = dimanche; last summer = l'été dernier; "
    "a week ago = il y a une semaine; the day before yesterday = avant-hier; three months ago = il y a trois mois; last weekend = le week-end dernier"
)
FUTURE_TIMES = pairs(
    "tomorrow = demain; tonight = ce soir; this afternoon = cet après-midi; next week = la semaine prochaine; next month = le mois prochain; tomorrow morning = demain matin; "
    "tomorrow evening = demain soir; next Saturday = samedi prochain; next Friday = vendredi prochain; in two days = dans deux jours; soon = bientôt; this weekend = ce week-end; next summer = l'été prochain; "
    "in an hour = dans une heure; the day after tomorrow = après-demain; later = plus tard"
)
NUMBERS = "zero one two three four five six seven eight nine ten eleven twelve".split()
NOMBRES = "zéro un deux trois quatre cinq six sept huit neuf dix onze douze".split()
DAYS = pairs("Monday = lundi; Tuesday = mardi; Wednesday = mercredi; Thursday = jeudi; Friday = vendredi; Saturday = samedi; Sunday = dimanche")
MONTHS = pairs(
    "January = janvier; February = février; March = mars; April = avril; May = mai; June = juin; July = juillet; August = août; "
    "September = septembre; October = octobre; November = novembre; December = décembre"
)
SEASONS = pairs("in winter = en hiver; in spring = au printemps; in summer = en été; in autumn = en automne")
