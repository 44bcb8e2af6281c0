"""Times of every kind, English and French."""

from ..tables import pairs

DAILY = pairs(
    """every day = tous les jours; every morning = tous les matins; every evening = tous les soirs; in the morning
        = le matin; in the evening = le soir; in the afternoon = l'après-midi; before dinner = avant le dîner; after
        lunch = après le déjeuner"""
)
WEEKLY = pairs(
    """on Mondays = le lundi; on Tuesdays = le mardi; on Wednesdays = le mercredi; on Thursdays = le jeudi;
    on Fridays = le vendredi; on Saturdays = le samedi; on Sundays = le dimanche; at the weekend = le week-end;
    once a week = une fois par semaine; twice a month = deux fois par mois; every week = toutes les semaines;
    every weekend = tous les week-ends; on Saturday mornings = le samedi matin; on Sunday evenings = le dimanche soir;
    in summer = en été; in winter = en hiver; during the holidays = pendant les vacances"""
)
PAST_TIMES = pairs(
    """yesterday = hier; last night = hier soir; this morning = ce matin; last week = la semaine dernière;
    last month = le mois dernier; yesterday morning = hier matin; two days ago = il y a deux jours;
    last Saturday = samedi dernier; last Monday = lundi dernier; on Sunday = dimanche; last summer = l'été dernier;
    a week ago = il y a une semaine; the day before yesterday = avant-hier; three months ago = il y a trois mois;
    last weekend = le week-end dernier; yesterday afternoon = hier après-midi; last Tuesday = mardi dernier"""
)
FUTURE_TIMES = pairs(
    """tomorrow = demain; tonight = ce soir; this afternoon = cet après-midi; tomorrow morning = demain matin;
    tomorrow evening = demain soir; in an hour = dans une heure; next week = la semaine prochaine;
    next month = le mois prochain; next Saturday = samedi prochain; next Friday = vendredi prochain;
    in two days = dans deux jours; this weekend = ce week-end; next summer = l'été prochain;
    the day after tomorrow = après-demain; next Thursday = jeudi prochain; after the holidays = après les vacances"""
)
FAR_TIMES = FUTURE_TIMES[6:]
NUMBERS = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]
NOMBRES = ["zéro", "un", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix", "onze", "douze"]
DAYS = pairs(
    "Monday = lundi; Tuesday = mardi; Wednesday = mercredi; Thursday = jeudi; Friday = vendredi; Saturday = samedi; "
    "Sunday = dimanche"
)
MONTHS = pairs(
    "January = janvier; February = février; March = mars; April = avril; May = mai; June = juin; July = juillet; "
    "August = août; September = septembre; October = octobre; November = novembre; December = décembre"
)
SEASONS = pairs("in winter = en hiver; in spring = au printemps; in summer = en été; in autumn = en automne")
NOTHING = ("", "")
